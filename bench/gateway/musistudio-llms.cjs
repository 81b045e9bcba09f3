// Starts the server class of @musistudio/llms with both engines. It runs in the harness's starters/ folder.
const { default: Server } = require("../targets/musistudio-llms/node_modules/@musistudio/llms");

const upstream = `http://127.0.0.1:${process.env.UPSTREAM_PORT}/v1`;
const provider = { api_key: "k", models: ["sim-model"] };
new Server({
  logger: false,
  useJsonFile: false,
  useEnvFile: false,
  useEnvironmentVariables: false,
  initialConfig: {
    HOST: "127.0.0.1",
    PORT: process.env.PORT,
    providers: [
      { ...provider, name: "oai", api_base_url: `${upstream}/chat/completions` },
      {
        ...provider,
        name: "ant",
        api_base_url: `${upstream}/messages`,
        transformer: { use: ["Anthropic"] },
      },
    ],
  },
}).start();
