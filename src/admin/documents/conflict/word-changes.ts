export interface TextPart {
  text: string
  changed: boolean
}

/**
 * Limit of tokens for an exact comparison; in a longer text everything between its common beginning
 * and end is marked.
 */
const mostTokens = 400

/**
 * Compares two texts word by word: for each, its parts and whether they differ from the other text.
 */
export function wordChanges(
  before: string,
  after: string,
): { before: Array<TextPart>; after: Array<TextPart> } {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1
  let end = 0
  while (
    end < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1
  const [oldMiddle, nowMiddle] = [
    old.slice(start, old.length - end),
    now.slice(start, now.length - end),
  ]
  const common =
    oldMiddle.length * nowMiddle.length > mostTokens ** 2
      ? null
      : commonTokens(oldMiddle, nowMiddle)
  const parts = (tokens: ReadonlyArray<string>, middle: number, kept: ReadonlySet<number>) =>
    joined(
      tokens.map((text, at) => ({
        text,
        changed: at >= start && at < start + middle && !kept.has(at - start),
      })),
    )
  return {
    before: parts(old, oldMiddle.length, common?.old ?? new Set()),
    after: parts(now, nowMiddle.length, common?.now ?? new Set()),
  }
}

function tokensOf(text: string): Array<string> {
  return text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
}

/** Indexes of the longest common subsequence in both. */
function commonTokens(old: ReadonlyArray<string>, now: ReadonlyArray<string>) {
  const width = now.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === now[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const kept = { old: new Set<number>(), now: new Set<number>() }
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) {
      kept.old.add(i++)
      kept.now.add(j++)
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1
    else j += 1
  }
  return kept
}

function joined(parts: ReadonlyArray<TextPart>): Array<TextPart> {
  const runs: Array<TextPart> = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last?.changed === part.changed)
      runs[runs.length - 1] = { text: last.text + part.text, changed: part.changed }
    else runs.push(part)
  }
  return runs
}
