/**
 * Language models, machine learning, and the memory services of agents.
 *
 * @module
 */

import type { Family } from "../Family.ts"

const strong = true
const anyCase = true

const llm: Family = {
  name: "llm",
  tokens: [
    { id: "anthropic-key", shape: "sk-ant-<W40+>", strong },
    { id: "openai-key", shape: ["sk-proj-<W40+>", "sk-svcacct-<W40+>", "sk-admin-<W40+>"], strong },
    { id: "openai-legacy-key", shape: "sk-<A20>T3BlbkFJ<A20+>", strong },
    { id: "openrouter-key", shape: "sk-or-v1-<x64+>", strong },
    { id: "minimax-key", shape: "sk-api-<W60+>", strong },
    { id: "openai-compatible-key", shape: "sk-<A32-64>", minEntropy: 3000 },
    { id: "langfuse-key", shape: ["sk-lf-<uuid>"] },
    { id: "hugging-face-token", shape: ["hf_<A34>", "api_org_<A34>"], minEntropy: 3000 },
    { id: "groq-key", shape: "gsk_<A52+>", strong, anyCase },
    { id: "xai-key", shape: "xai-<W70+>", strong, minEntropy: 3500 },
    { id: "perplexity-key", shape: "pplx-<A48+>", strong },
    { id: "replicate-token", shape: "r8_<A37>", minEntropy: 3500 },
    { id: "nvidia-key", shape: "nvapi-<W60+>", strong, anyCase },
    { id: "cerebras-key", shape: "csk-<A48>", minEntropy: 3500 },
    { id: "together-key", shape: "tgp_v1_<W43+>", strong },
    { id: "langsmith-key", shape: ["lsv2_pt_<x32+>", "lsv2_sk_<x32+>"], strong },
    { id: "pinecone-key", shape: "pcsk_<A5-6>_<A50+>", strong },
    { id: "weights-and-biases-key", shape: "wandb_v1_<w77+>", strong },
    { id: "vercel-gateway-key", shape: "vck_<W56+>", strong },
    { id: "fireworks-key", shape: "fw_<A24>", minEntropy: 3500 },
    { id: "devin-key", shape: ["apk_user_<B120+>", "apk_<B80+>", "cog_<s52+>"], strong },
    { id: "runpod-key", shape: "rpa_<U40><A6>", minEntropy: 3500 },
    { id: "tavily-key", shape: ["tvly-<W32+>", "tvly-dev-<A32+>"], strong },
    { id: "elevenlabs-key", shape: "sk_<h48>", minEntropy: 3000 },
    { id: "brave-search-key", shape: "BSA<W24-40>", minEntropy: 4000 },
    { id: "cursor-key", shape: "key_<h64>", minEntropy: 3000 },
    { id: "firecrawl-key", shape: "fc-<h32>", minEntropy: 3000 },
    { id: "jina-key", shape: "jina_<h32><W28>" },
    { id: "voyage-key", shape: "pa-<W43>", minEntropy: 4000 },
  ],
  assigned: [
    { id: "cohere-key", names: ["cohere", "co_api_key"], value: "<A40>", minEntropy: 3500 },
    {
      id: "private-ai-key",
      names: ["private_ai", "privateai", "private-ai"],
      value: "<A32>",
      minEntropy: 3000,
    },
    { id: "mistral-key", names: ["mistral"], value: "<A32>", minEntropy: 3000 },
    { id: "assemblyai-key", names: ["assemblyai"], value: "<A32>", minEntropy: 3000 },
    { id: "deepgram-key", names: ["deepgram"], value: "<x40>", minEntropy: 3000 },
    { id: "wandb-key", names: ["wandb", "weightsandbiases"], value: "<x40>", minEntropy: 3000 },
    {
      id: "moonshot-key",
      names: ["moonshot", "kimi", "deepseek", "stability"],
      value: "sk-<W32-64>",
    },
    {
      id: "upstage-key",
      names: ["upstage", "lighton", "paradigm_api"],
      value: "<A40-50>",
      minEntropy: 3500,
    },
    { id: "ollama-key", names: ["ollama"], value: "<x32>.<W24>" },
    {
      id: "zai-key",
      names: ["zhipu", "glm_api", "zai_api", "z_ai", "bigmodel"],
      value: "<x32>.<A16>",
    },
    { id: "greptile-key", names: ["greptile"], value: "<B48>", minEntropy: 3500 },
    {
      id: "azure-openai-key",
      names: ["azure_openai", "azureopenai", "openai_api_key"],
      value: ["<x32>", "<A84>"],
      minEntropy: 3000,
    },
    { id: "kagi-key", names: ["kagi"], value: "<W11>.<W43>" },
  ],
}

const memory: Family = {
  name: "memory-service",
  tokens: [
    { id: "mem0-key", shape: ["m0-<A40>"], minEntropy: 3500 },
    { id: "supermemory-key", shape: "sm_<A22>_<A64+>", minEntropy: 3500 },
  ],
  assigned: [
    {
      id: "memory-service-key",
      names: ["mem0", "honcho", "byterover", "letta", "supermemory", "zep_api"],
      value: ["hsk-<A24-80>", "brv_<A24-80>", "mem0_<A24-80>", "z_<A20-40>.<W60-160>"],
      minEntropy: 3000,
    },
  ],
}

/** Model providers and memory services. */
export const modelFamilies: ReadonlyArray<Family> = [llm, memory]
