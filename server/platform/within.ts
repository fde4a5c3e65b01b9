/**
 * The result of `work`, or `late` after `ms` milliseconds; the work continues. Rejects when the
 * work rejects in time.
 */
export function within<Value, Late = undefined>(
  ms: number,
  work: Promise<Value>,
  late?: Late,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), late as Late)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
