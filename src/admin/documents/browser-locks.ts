/** The locks that the tabs of a browser share; undefined on pages without https. */
export function browserLocks(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks
}
