/** Waits until every one of these has ended, also when one fails: nothing goes on behind the caller's back. Throws the first failure. */
export async function allDone(works: ReadonlyArray<Promise<void>>): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === 'rejected') throw outcome.reason
}
