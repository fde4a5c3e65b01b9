import { abletonVersions } from '../item/vocabulary.ts'

export type AbletonVersion = (typeof abletonVersions)[number]

const named = /\bLive(?:\s+(?:Suite|Standard|Intro|Lite))?\s+(9|1[0-2])(?:\.(\d{1,2}))?(?![\d%])/g

/**
 * The release that a text names most often, as a tag ('live 12.3'); null when it names none with a
 * minor version.
 */
export function liveRelease(text: string): string | null {
  const releases = [...text.matchAll(named)].flatMap(([, major, minor]) =>
    minor ? [`live ${major}.${minor}`] : [],
  )
  return mostFrequent(releases)
}

/**
 * The Live version that a text names most often ('Live 11.3' → '11.3', 'Live 12' and 'Live 12.3' →
 * 'live_12'), or null.
 */
export function liveVersion(text: string): AbletonVersion | null {
  const versions = [...text.matchAll(named)].flatMap(([, major, minor]) => {
    const spellings = [`${major}.${minor}`, `live_${major}`]
    return (
      abletonVersions.find((version) => version === spellings[0]) ??
      abletonVersions.find((version) => version === spellings[1]) ??
      []
    )
  })
  return mostFrequent(versions)
}

function mostFrequent<Value>(values: ReadonlyArray<Value>): Value | null {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
}
