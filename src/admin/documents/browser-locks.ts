/** The locks that the tabs of a browser share; undefined on pages without https. */
export function browserLocks(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks
}

/**
 * Runs `work` while holding Web Locks of these names; resolves with null without running it when
 * another tab holds one. Without Web Locks (pages by plain http from another machine) only this tab
 * is considered.
 */
export async function exclusively<Value>(
  names: ReadonlyArray<string>,
  work: () => Promise<Value>,
): Promise<Value | null> {
  const locks = browserLocks()
  const [first, ...others] = names
  if (!locks || first === undefined) return work()
  return locks.request(first, { ifAvailable: true }, async (lock) =>
    lock ? exclusively(others, work) : null,
  )
}

/** Runs `work` when no other tab holds the Web Lock of this name. */
export async function inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const locks = browserLocks()
  return locks ? locks.request(name, {}, work) : work()
}
