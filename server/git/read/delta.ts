/** The size of a delta's result, from its first bytes. */
export function deltaResultSize(delta: Buffer): number {
  return readSize(delta, readSize(delta, 0).next).value
}

/** Applies a git delta (copy and insert instructions) to its base. Throws when they do not match. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const source = readSize(delta, 0)
  const target = readSize(delta, source.next)
  if (source.value !== base.length) throw new Error('its delta belongs to another base')
  const result = Buffer.allocUnsafe(target.value)
  let at = target.next
  let filled = 0
  while (at < delta.length) {
    const instruction = delta[at++]!
    if (instruction & 0x80) {
      let offset = 0
      let size = 0
      if (instruction & 0x01) offset = delta[at++]!
      if (instruction & 0x02) offset += delta[at++]! * 0x100
      if (instruction & 0x04) offset += delta[at++]! * 0x10000
      if (instruction & 0x08) offset += delta[at++]! * 0x1000000
      if (instruction & 0x10) size = delta[at++]!
      if (instruction & 0x20) size += delta[at++]! * 0x100
      if (instruction & 0x40) size += delta[at++]! * 0x10000
      if (size === 0) size = 0x10000
      if (offset + size > base.length || filled + size > target.value) throw new Error('its delta copies too much')
      base.copy(result, filled, offset, offset + size)
      filled += size
    } else {
      if (instruction === 0 || at + instruction > delta.length || filled + instruction > target.value)
        throw new Error('its delta holds an unknown instruction')
      delta.copy(result, filled, at, at + instruction)
      at += instruction
      filled += instruction
    }
  }
  if (filled !== target.value) throw new Error('its delta ends too early')
  return result
}

function readSize(delta: Buffer, at: number): { value: number; next: number } {
  let value = 0
  let scale = 1
  let next = at
  for (;;) {
    const byte = delta[next++]
    if (byte === undefined) throw new Error('its delta ends too early')
    value += (byte & 0x7f) * scale
    scale *= 128
    if (byte < 0x80) return { value, next }
  }
}
