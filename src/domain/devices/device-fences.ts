import { type DeviceFault, deviceLanguage, readDevice } from './device-block.ts'

/** A fenced block of settings in a Markdown text. `line` is that of the fence, from 1. */
interface DeviceFence {
  line: number
  source: string
}

/** More blocks than any article has. The others are not read. */
const mostBlocks = 60
const opening = /^([^`~]{0,100})(`{3,}|~{3,})/
/** What may precede a fence: indentation, and the marks of quotes and lists. */
const beforeFence = /^(?:[ \t>]|[-*+] |\d{1,9}[.)] )*$/

/** The blocks of settings in a Markdown text, found by their lines without parsing it. */
export function deviceFences(markdown: string): Array<DeviceFence> {
  if (!/(?:```|~~~)[ \t]*device/i.test(markdown)) return []
  const found: Array<DeviceFence> = []
  let open: { indent: number; mark: string; block: DeviceFence | null } | null = null
  for (const [index, raw] of markdown.split('\n').entries()) {
    const line = raw.replace(/\r$/, '')
    if (!open) {
      const [whole = '', before = '', mark = ''] = opening.exec(line) ?? []
      if (mark === '' || !beforeFence.test(before)) continue
      const block =
        line.slice(whole.length).trim() === deviceLanguage ? { line: index + 1, source: '' } : null
      open = { indent: before.length, mark, block }
      continue
    }
    const inner = line.slice(/^[ \t>]*/.exec(line.slice(0, open.indent))?.[0].length ?? 0)
    if (/^[ \t>]*(`{3,}|~{3,})[ \t]*$/.test(inner) && inner.trim().startsWith(open.mark)) {
      if (open.block && found.length < mostBlocks) found.push(open.block)
      open = null
    } else if (open.block) open.block.source += `${inner}\n`
  }
  return found
}

/** The faults of all blocks of settings in a Markdown text. `line` counts from 1 in the text. */
export function deviceFaults(markdown: string): Array<DeviceFault> {
  return deviceFences(markdown).flatMap(({ line, source }) =>
    readDevice(source).faults.map((fault) => ({ line: line + fault.line, message: fault.message })),
  )
}
