/** What several clients do while the server is killed. */
export interface Work {
  /** The number of acknowledged requests. */
  acknowledged(): number
  /** Sends requests until `isOver`. */
  run(round: number, isOver: () => boolean): Promise<unknown>
  /** What was acknowledged and is missing after the start, and other faults. */
  faults(): Promise<Array<string>>
}
