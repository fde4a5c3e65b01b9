// Releases of the product, and what of a site's repository belongs to it.

/** The folder of a site's repository that belongs to its owner. */
export const ownersFolder = 'content'

/** What is the product's inside of the owner's folder. */
export const productsPlaces: ReadonlyArray<string> = ['README.md', 'schema']

/** Whether a file of a site's repository, named from its root, belongs to the product. */
export function isProducts(file: string): boolean {
  const [folder, place] = file.split('/', 2)
  return folder !== ownersFolder || productsPlaces.includes(place ?? '')
}

/** The numbers of a version such as `1.2.3` (Semantic Versioning without a suffix); null for another text. */
export function versionNumbers(text: string): readonly [number, number, number] | null {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text)
  return match && [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** The version that the tag of a release names (`v1.2.3`); null for another tag. */
export function versionOfTag(tag: string): string | null {
  const version = tag.startsWith('v') ? tag.slice(1) : ''
  return versionNumbers(version) && version
}

/** Below, at or above zero, as `a` is older than `b`, the same or newer. A text that is no version is older than any. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionNumbers(a) ?? [-1, 0, 0], versionNumbers(b) ?? [-1, 0, 0]]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

/** The tag of the newest release among tags; null without one. */
export function newestRelease(tags: ReadonlyArray<string>): string | null {
  const releases = tags.filter((tag) => versionOfTag(tag) !== null)
  return releases.sort((a, b) => compareVersions(b.slice(1), a.slice(1)))[0] ?? null
}

/** The changes of one release. */
export interface ReleaseNotes {
  version: string
  /** By the heading of each part (`Upgrade`, `Added`), in the order to read them: what an upgrade needs comes first. */
  parts: ReadonlyArray<{ title: string; text: string }>
}

/** The sections of a changelog (Keep a Changelog) for the releases after one version up to another, newest first. */
export function notesBetween(changelog: string, after: string, upTo: string): Array<ReleaseNotes> {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const version = /^\[?(\d+\.\d+\.\d+)/.exec(section)?.[1] ?? ''
      if (version === '' || compareVersions(version, after) <= 0 || compareVersions(version, upTo) > 0) return []
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
      return [{ version, parts: [...parts.filter(isUpgrade), ...parts.filter((part) => !isUpgrade(part))] }]
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
