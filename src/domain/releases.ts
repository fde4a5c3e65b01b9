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

/**
 * The numbers of a version such as `1.2.3` (Semantic Versioning without a suffix); null for another
 * text.
 */
export function versionNumbers(text: string): readonly [number, number, number] | null {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text)
  return match && [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** The version that the tag of a release names (`v1.2.3`); null for another tag. */
export function versionOfTag(tag: string): string | null {
  const version = tag.startsWith('v') ? tag.slice(1) : ''
  return versionNumbers(version) && version
}

/**
 * Below, at or above zero, as `a` is older than `b`, the same or newer. A text that is no version
 * is older than any.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionNumbers(a) ?? [-1, 0, 0], versionNumbers(b) ?? [-1, 0, 0]]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

/** The tag of the newest release among tags; null without one. */
export function newestRelease(tags: ReadonlyArray<string>): string | null {
  const releases = tags.filter((tag) => versionOfTag(tag) !== null)
  return releases.sort((a, b) => compareVersions(b.slice(1), a.slice(1)))[0] ?? null
}
