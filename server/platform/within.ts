/**
 * The result of `work`, or `late` after `ms` milliseconds; the work continues. Rejects when the
 * work rejects in time.
 */
export function within<Value>(ms: number, work: Promise<Value>): Promise<Value | undefined>
export function within<Value, Late>(
  ms: number,
  work: Promise<Value>,
  late: Late,
): Promise<Value | Late>
export function within<Value, Late>(
  ms: number,
  work: Promise<Value>,
  late?: Late,
): Promise<Value | Late | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<Late | undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), late)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
