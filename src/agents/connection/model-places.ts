/** Where the configuration of a backend can name a model for an agent. */
export interface ModelPlaces {
  /** Variables that hold the name of a model. */
  readonly variables?: readonly string[];
  /** Options of its program that hold the name of a model, such as `--model`. */
  readonly options?: readonly string[];
  /** Options of its program that hold a setting, such as `-c` with `model="…"`. */
  readonly settings?: readonly string[];
  /** Whether it takes `provider/model` and asks for what comes after the provider. */
  readonly hasProviders?: boolean;
}
