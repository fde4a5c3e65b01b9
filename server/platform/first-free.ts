/** The first of the names for 1, 2, 3 … that is free. */
export function firstFree(nameFor: (number: number) => string, isFree: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = nameFor(number)
    if (isFree(name)) return name
  }
}
