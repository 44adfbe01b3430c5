export { type FocusHandles, type FocusHandlesOptions, makeFocusHandles } from "./FocusHandles.ts"
export * as HttpHandler from "./HttpHandler.ts"
export * as HttpServer from "./HttpServer.ts"
export { explanationToOutput, memoryToOutput } from "./MemoryOutput.ts"
export * as MemoryServers from "./MemoryServers.ts"
export { INSTRUCTIONS, type MemoryToolsOptions, memoryTools } from "./memoryTools.ts"
export * as ProtocolServer from "./ProtocolServer.ts"
export { type RecallOutputOptions, recallToOutput } from "./recallToOutput.ts"
export * as StdioServer from "./StdioServer.ts"
export * as StdioTransport from "./StdioTransport.ts"
export * as TokenTable from "./TokenTable.ts"
export type {
  Tool,
  ToolAnnotations,
  ToolCall,
  ToolConnection,
  ToolDefinition,
  ToolHandler,
  ToolProgress,
} from "./ToolDefinition.ts"
export * as ToolHost from "./ToolHost.ts"
export { type HostErrorCode, ToolRefusal } from "./ToolRefusal.ts"
export type {
  ArraySchema,
  BooleanSchema,
  Json,
  JsonObject,
  MapSchema,
  NumberSchema,
  ObjectSchema,
  StringSchema,
  ToolSchema,
} from "./ToolSchema.ts"
export { type LibraryRefusal, toToolRefusal } from "./tools/refusals.ts"
