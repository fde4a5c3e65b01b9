/** What blocks of code are about, by the names that stand at their fences. */
const topics: Readonly<Record<string, ReadonlyArray<string>>> = {
  css: ['css'],
  go: ['go'],
  java: ['java'],
  javascript: ['javascript'],
  js: ['javascript'],
  jsx: ['react', 'javascript'],
  php: ['php'],
  py: ['python'],
  python: ['python'],
  r: ['r'],
  rb: ['ruby'],
  ruby: ['ruby'],
  rust: ['rust'],
  sql: ['sql'],
  swift: ['swift'],
  ts: ['javascript'],
  tsx: ['react', 'javascript'],
  typescript: ['javascript'],
}
const most = 2

/** The languages that the code in a text is written in, the most frequent first. */
export function codeLanguages(markdown: string): Array<string> {
  const counts = new Map<string, number>()
  for (const [, fence = ''] of markdown.matchAll(/^ {0,3}(?:`{3,}|~{3,})\{?([a-z]{1,20})\b/gim))
    for (const topic of topics[fence.toLowerCase()] ?? [])
      counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([topic]) => topic)
}
