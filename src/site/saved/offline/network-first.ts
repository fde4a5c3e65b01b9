/**
 * The network's answer to a request; the kept one where the network fails, where the server is out of order, or where neither is heard of within the time.
 * Rejects as the network does when nothing is kept.
 */
export async function networkFirst(
  network: Promise<Response>,
  kept: Response | undefined,
  patienceMs: number,
): Promise<{ from: 'network' | 'kept'; answer: Response }> {
  if (!kept) return { from: 'network', answer: await network }
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null)
  })
  const answer = await Promise.race([network.catch(() => null), silence])
  clearTimeout(timer)
  return answer && answer.status < 500 ? { from: 'network', answer } : { from: 'kept', answer: kept }
}
