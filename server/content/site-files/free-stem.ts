/**
 * A path without ending that no file has with any ending, so that it is plain which file belongs to a description: the wanted one, or that with a number. On many
 * disks two names that differ in case are one file.
 */
export function freeStem(files: Iterable<{ path: string }>, wanted: string): string {
  const stems = new Set<string>()
  for (const { path } of files) stems.add(path.replace(/\.[^./]+$/, '').toLowerCase())
  let free = wanted
  for (let number = 2; stems.has(free.toLowerCase()); number += 1) free = `${wanted}-${number}`
  return free
}
