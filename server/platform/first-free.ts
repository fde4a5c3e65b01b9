import { cutSlug } from '#domain/slug.ts'

/** The first of the names for 1, 2, 3 … that is free. */
export function firstFree<Name>(
  nameFor: (number: number) => Name,
  isFree: (name: Name) => boolean,
): Name {
  for (let number = 1; ; number += 1) {
    const name = nameFor(number)
    if (isFree(name)) return name
  }
}

/** A path that is free: with a number before its ending where others have it. */
export function freePath(path: string, isFree: (path: string) => boolean): string {
  return firstFree(
    (number) => (number === 1 ? path : path.replace(/(?=\.[a-z\d]+$)/i, `-${number}`)),
    isFree,
  )
}

/** The slug, with `-2`, `-3` … at its end when it is taken, no longer than slugs may be. */
export function firstFreeSlug(wanted: string, isFree: (slug: string) => boolean): string {
  return firstFree((number) => {
    const end = `-${number}`
    return number === 1 ? wanted : cutSlug(wanted, end.length).replace(/[-_]+$/, '') + end
  }, isFree)
}
