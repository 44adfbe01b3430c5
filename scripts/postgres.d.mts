export interface Cluster {
  readonly url: string
  /** Where its files are. */
  readonly directory: string
  readonly pid: () => number
  readonly start: () => Promise<void>
  readonly stop: () => void
}
export declare const findServer: () => string | undefined
export declare const startCluster: (
  bin: string,
  settings?: Readonly<Record<string, string>>,
) => Promise<Cluster>
