// How the package of each vendor reaches the gateway, and the tool that the programs offer.
import { place, WEATHER } from "./cases.mjs";

export const openaiSettings = (apiKey = place.token) => ({
  apiKey,
  baseURL: `${place.baseUrl}/v1`,
  maxRetries: 0,
});

export const anthropicSettings = (apiKey = place.token) => ({
  apiKey,
  baseURL: place.baseUrl,
  maxRetries: 0,
});

export const googleSettings = (apiKey = place.token) => ({
  apiKey,
  httpOptions: { baseUrl: place.baseUrl, retryOptions: { attempts: 1 } },
});

/** Tells the weather of a city, and notes the city. */
export function weatherTeller(cities) {
  return ({ city }) => {
    cities.push(city);
    return WEATHER;
  };
}
