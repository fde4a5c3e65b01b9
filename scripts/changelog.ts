import { compareVersions, versionNumbers } from '#domain/releases.ts'

/** The changes of one release. */
export interface ReleaseNotes {
  version: string
  /**
   * By the heading of each part (`Upgrade`, `Added`), in the order to read them: what an upgrade
   * needs comes first.
   */
  parts: ReadonlyArray<{ title: string; text: string }>
}

/**
 * The sections of a changelog (Keep a Changelog) for the releases after one version up to another,
 * newest first.
 */
export function notesBetween(changelog: string, after: string, upTo: string): Array<ReleaseNotes> {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const version = /^\[?(\d+\.\d+\.\d+)/.exec(section)?.[1] ?? ''
      if (
        version === '' ||
        compareVersions(version, after) <= 0 ||
        compareVersions(version, upTo) > 0
      )
        return []
      const parts = section
        .split(/^### /m)
        .slice(1)
        .map((part) => {
          const end = part.indexOf('\n')
          return {
            title: part.slice(0, end < 0 ? part.length : end).trim(),
            text: end < 0 ? '' : part.slice(end).trim(),
          }
        })
      const isUpgrade = ({ title }: { title: string }) => title === 'Upgrade'
      return [
        {
          version,
          parts: [...parts.filter(isUpgrade), ...parts.filter((part) => !isUpgrade(part))],
        },
      ]
    })
}

/** Why a changelog and a version don't make a release; null when they do. */
export function releaseFault(version: string, changelog: string): string | null {
  if (versionNumbers(version) === null)
    return `package.json has the version ${version}, which is not of the form 1.2.3.`
  const first = /^## \[?(\S+?)\]?(?:\s|$)/m.exec(changelog)?.[1]
  if (first === version) return null
  return `package.json has the version ${version}, and the first section of CHANGELOG.md is ${first ?? 'missing'}.`
}
