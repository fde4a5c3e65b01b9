/**
 * Does something while no other tab does the same to what the names stand for; answers null without doing it when one is at it. Browsers without locks
 * (pages by plain http from another machine) only know their own tab.
 */
export async function exclusively<Value>(
  names: ReadonlyArray<string>,
  work: () => Promise<Value>,
): Promise<Value | null> {
  const { locks } = navigator as { locks?: LockManager }
  const [first, ...others] = names
  if (!locks || first === undefined) return work()
  return locks.request(first, { ifAvailable: true }, async (lock) => (lock ? exclusively(others, work) : null))
}
