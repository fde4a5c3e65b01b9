import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import checker from 'recheck/package.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { patternExceptions } from './pattern-exceptions.ts'
import { complaintOf, nameOf, type Pattern, patternsOf } from './patterns.ts'

const root = path.dirname(import.meta.dirname)
const excepted = new Set(patternExceptions.map(([pattern]) => nameOf(pattern)))

/**
 * Fingerprints of the patterns that this version of the checker has found linear: what it says
 * depends on the pattern alone. `PATTERNS=all` checks them again, as every night, and writes the
 * list anew; one that lacks a pattern costs time only.
 */
const list = path.join(import.meta.dirname, 'checked-patterns.txt')
const isWhole = process.env.PATTERNS === 'all'
const fingerprintOf = (pattern: Pattern) =>
  createHash('sha256')
    .update(`${checker.version} ${nameOf(pattern)}`)
    .digest('hex')
    .slice(0, 16)

/**
 * Every pattern of the sources once, with its places. Tests are excluded, because they read their
 * own text.
 */
function allPatterns(): Map<string, Pattern & { places: Array<string> }> {
  const all = new Map<string, Pattern & { places: Array<string> }>()
  for (const folder of ['src', 'server', 'scripts'])
    for (const name of readdirSync(path.join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      const file = path.posix.join(folder, name)
      if (!/\.(?:tsx?|mjs)$/.test(file) || /\.test\.tsx?$/.test(file)) continue
      for (const pattern of patternsOf(file, readFileSync(path.join(root, file), 'utf8'))) {
        const known = all.get(nameOf(pattern)) ?? { ...pattern, places: [] }
        known.places.push(`${file}:${pattern.line}`)
        all.set(nameOf(pattern), known)
      }
    }
  return all
}

/** The checker's complaints about the patterns, two at a time. */
async function complaints(
  patterns: ReadonlyArray<Pattern & { places: Array<string> }>,
): Promise<Array<string>> {
  const found: Array<string> = []
  const waiting = [...patterns]
  async function work() {
    for (let pattern = waiting.pop(); pattern; pattern = waiting.pop()) {
      const complaint = await complaintOf(pattern)
      if (complaint !== null)
        found.push(`${pattern.places.join(', ')} ${nameOf(pattern)}: ${complaint}`)
    }
  }
  await Promise.all([work(), work()])
  return found.sort()
}

test('every pattern takes linear time, except those with a reason', async () => {
  const all = allPatterns()
  expect(all.size).toBeGreaterThan(600)
  // Without a quantifier, an attempt takes no more steps than the pattern has parts.
  const repeating = [...all.values()].filter(
    (pattern) => /[*+{]/.test(pattern.source) && !excepted.has(nameOf(pattern)),
  )
  const known = new Set(isWhole ? [] : readFileSync(list, 'utf8').split('\n'))
  expect(
    await complaints(repeating.filter((pattern) => !known.has(fingerprintOf(pattern)))),
  ).toEqual([])
  if (isWhole) writeFileSync(list, `${repeating.map(fingerprintOf).sort().join('\n')}\n`)
  expect([...excepted].filter((name) => !all.has(name))).toEqual([])
}, 900_000)

test.each([
  ['(a+)+$', '', /exponential/],
  [
    '^\\uFEFF?\\s*(?:<\\?xml[^>]*>|<!--.*?-->|<!doctype svg[^>]*>|\\s)*<svg[\\s>]',
    'is',
    /exponential/,
  ],
  ['\\/+$', '', /polynomial/],
  ['^\\s*(\\S+)\\s*\\s*$', '', /polynomial/],
  ['[^(]{1,5000}\\)', '', /polynomial/],
])('the checker finds /%s/%s', async (source, flags, complaint) => {
  expect(await complaintOf({ source, flags })).toMatch(complaint)
})

test.each([
  ['^[a-z]+$', ''],
  ['[^(]{1,50}\\)', ''],
  ['(?<!\\/)\\/+$', ''],
])('the checker accepts /%s/%s', async (source, flags) => {
  expect(await complaintOf({ source, flags })).toBeNull()
})

test('patterns are found in all their forms', () => {
  const source = [
    'const a = /a+(b)/gi',
    'const b = <p title={/* /no/ */ text.replace(/b/, "/no/")}>{/c/.test(d) && 4 / 2 / 1}</p>',
    "const e = new RegExp('e*', 'u')",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is a source to parse
    'const f = RegExp(`^${name}f*${other}$`)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is a source to parse
    'const g = new RegExp(String.raw`\\sg${a}`, flags)',
    'const h = new RegExp(other)',
  ].join('\n')
  expect(patternsOf('a.tsx', source).map((pattern) => [pattern.line, nameOf(pattern)])).toEqual([
    [1, '/a+(b)/gi'],
    [2, '/b/'],
    [2, '/c/'],
    [3, '/e*/u'],
    [4, '/^xf*x$/'],
    [5, '/\\sgx/'],
  ])
})
