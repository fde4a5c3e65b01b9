/** Work that is not done, since too much of it waits. `kind` tells the routes that another try may help. */
export class QueueFull extends Error {
  readonly kind = 'busy'
}

/**
 * Runs tasks in order: at most `running` at once and `waiting` behind them, at most `waitingPerKey` of these for one key, so that one client leaves room for
 * others. A task that finds no room is rejected at once with QueueFull and the message `full`.
 */
export function createBoundedQueue(limits: { running: number; waiting: number; waitingPerKey: number; full: string }) {
  let running = 0
  const waiting: Array<{ key: string; begin: () => void }> = []

  function turn(key: string): Promise<void> | null {
    if (running < limits.running) {
      running += 1
      return null
    }
    const own = waiting.filter((other) => other.key === key).length
    if (waiting.length >= limits.waiting || own >= limits.waitingPerKey) throw new QueueFull(limits.full)
    return new Promise((begin) => waiting.push({ key, begin }))
  }

  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await turn(key)
    try {
      return await work()
    } finally {
      // The place is handed on: given up first, somebody new could take it before the one who waits.
      const next = waiting.shift()
      if (next) next.begin()
      else running -= 1
    }
  }
}
