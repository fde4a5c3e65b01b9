import { readFileSync } from 'node:fs'

/**
 * The processor time that this machine has spent since its start, in seconds; null where Linux does
 * not tell it.
 */
export function processorSeconds(): number | null {
  try {
    // proc(5): user nice system idle iowait irq softirq steal, in hundredths of a second.
    const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = (
      readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
    )
      .split(/\s+/)
      .slice(1)
      .map(Number)
    return (user + nice + system + irq + soft) / 100
  } catch {
    return null
  }
}
