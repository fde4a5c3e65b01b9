import { open } from 'node:fs/promises'

/** Writes a part of an export at its place; the first one begins the file anew. */
export async function writePart(file: string, offset: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600)
  try {
    await handle.write(bytes, 0, bytes.length, offset)
  } finally {
    await handle.close()
  }
}

/** The name of an export in the data folder; readers look at its ending. */
export function safeName(file: string): string {
  const plain = file.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(-100)
  return /^\.*$/.test(plain) ? 'export' : plain
}
