// Google's package on generateContent.
import assert from "node:assert/strict";
import { ApiError, GoogleGenAI } from "@google/genai";
import {
  BUSY,
  CALL,
  checkPerson,
  checkReasoning,
  checkStream,
  collect,
  HELLO,
  PIXEL,
  personSchema,
  place,
  RETURNED,
  runCases,
  SAID,
  thrownBy,
  WEATHER,
  WHY,
  weatherSchema,
} from "./cases.mjs";
import { googleSettings } from "./connections.mjs";

const open = (token) => new GoogleGenAI(googleSettings(token));
const { models, chats } = open();
const { model } = place;
const tools = [{ functionDeclarations: [{ name: "get_weather", parametersJsonSchema: weatherSchema }] }];

await runCases({
  text: async () => {
    const answer = await models.generateContent({ model, contents: HELLO });
    assert.equal(answer.text, SAID);
    assert.equal(answer.candidates[0].finishReason, "STOP");
    assert.ok(answer.usageMetadata.totalTokenCount > 0);
  },
  stream: async () => {
    const chunks = await collect(await models.generateContentStream({ model, contents: HELLO }));
    checkStream(chunks.map(({ text }) => text ?? ""));
    assert.ok(chunks.at(-1).usageMetadata.totalTokenCount > 0);
  },
  tools: async () => {
    const question = { role: "user", parts: [{ text: CALL }] };
    const asked = await models.generateContent({ model, contents: [question], config: { tools } });
    assert.deepEqual(
      asked.functionCalls.map(({ name, args }) => [name, args]),
      [["get_weather", { city: "Rome" }]],
    );
    const parts = asked.functionCalls.map(({ id, name }) => ({
      functionResponse: { id, name, response: { output: WEATHER } },
    }));
    const contents = [question, asked.candidates[0].content, { role: "user", parts }];
    const answer = await models.generateContent({ model, contents, config: { tools } });
    assert.match(answer.text, RETURNED);
  },
  automatic_tools: async () => {
    const cities = [];
    const callable = {
      tool: async () => tools[0],
      callTool: async (calls) =>
        calls.map(({ id, name, args }) => {
          cities.push(args.city);
          return { functionResponse: { id, name, response: { output: WEATHER } } };
        }),
    };
    const answer = await models.generateContent({ model, contents: CALL, config: { tools: [callable] } });
    assert.deepEqual(cities, ["Rome"]);
    assert.match(answer.text, RETURNED);
  },
  structured: async () => {
    const config = { responseMimeType: "application/json", responseJsonSchema: personSchema };
    const answer = await models.generateContent({ model, contents: "Who is it?", config });
    checkPerson(JSON.parse(answer.text));
  },
  turns: async () => {
    const chat = chats.create({ model, config: { systemInstruction: "Be brief." } });
    await chat.sendMessage({ message: "First" });
    assert.equal((await chat.sendMessage({ message: HELLO })).text, SAID);
    assert.equal(chat.getHistory().length, 4);
  },
  errors: async () => {
    const busy = await thrownBy(() => models.generateContent({ model, contents: BUSY }));
    assert.ok(busy instanceof ApiError, `${busy.name} was thrown`);
    assert.equal(busy.status, 429);
    assert.match(busy.message, /come back later/);
    const unknown = await thrownBy(() => open("wrong").models.generateContent({ model, contents: HELLO }));
    assert.ok(unknown instanceof ApiError, `${unknown.name} was thrown`);
    assert.equal(unknown.status, 401);
  },
  image: async () => {
    const contents = [{ text: "What is it?" }, { inlineData: { mimeType: "image/png", data: PIXEL } }];
    const answer = await models.generateContent({ model, contents });
    assert.match(answer.text, /an image \(image\/png, 70 bytes\)/);
  },
  reasoning: async () => {
    const config = { thinkingConfig: { includeThoughts: true, thinkingLevel: "MEDIUM" } };
    const answer = await models.generateContent({ model, contents: WHY, config });
    const parts = answer.candidates[0].content.parts;
    checkReasoning(parts.map(({ thought, text }) => (thought ? text : "")).join(""));
  },
});
