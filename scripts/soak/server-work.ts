/** What several clients do while the server is killed. */
export interface Work {
  /** The number of acknowledged requests. */
  acknowledged(): number
  /** Sends requests until `isOver`. */
  run(round: number, isOver: () => boolean): Promise<unknown>
  /** What was acknowledged and is missing after the start, and other faults. */
  faults(): Promise<Array<string>>
}

/** Repeats what each client does until the server is killed. A request that fails then was not acknowledged. */
export async function repeatUntil(
  isOver: () => boolean,
  clients: number,
  act: (client: number, count: number) => Promise<void>,
): Promise<void> {
  const repeat = async (client: number) => {
    for (let count = 0; !isOver(); count++)
      await act(client, count).catch((error: unknown) => {
        if (!isOver()) throw error
      })
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => repeat(client)))
}
