/** A person's words for a browser, as far as its `User-Agent` tells. */
export function browserName(userAgent: string): string {
  const [, browser] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? [null, null]
  const [, system] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [null, null]
  if (browser) return system ? `${browser} on ${system}` : browser
  return userAgent.slice(0, 60) || 'Unknown browser'
}

/** The first that matches counts: most browsers name others too. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
