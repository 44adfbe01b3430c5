export * as AnalyserNatural from "./AnalyserNatural.ts"
