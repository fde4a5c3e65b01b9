/**
 * The network's response to a request. The stored response when the network fails, the server has
 * an error, or neither answers in time. Rejects with the network's error when nothing is stored.
 */
export async function networkFirst(
  network: Promise<Response>,
  stored: Response | undefined,
  timeoutMs: number,
): Promise<{ from: 'network' | 'storage'; answer: Response }> {
  if (!stored) return { from: 'network', answer: await network }
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null)
  })
  const answer = await Promise.race([network.catch(() => null), silence])
  clearTimeout(timer)
  return answer && answer.status < 500
    ? { from: 'network', answer }
    : { from: 'storage', answer: stored }
}
