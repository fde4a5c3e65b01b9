import { deviceFences } from '#domain/devices/device-fences.ts'
import type { Snippet } from '#domain/snippets.ts'
import type { DocumentCodec } from '../document-codec.ts'
import { insertPasted } from '../paste/paste.ts'
import type { Tool } from '../tools.ts'

/** The snippets as entries of the slash menu; settings of devices among them are presets. */
export function snippetTools(
  snippets: ReadonlyArray<Snippet>,
  codecOf: () => DocumentCodec | null,
): Array<Tool> {
  return snippets.map(({ title, content }) => {
    const isPreset = deviceFences(content).length > 0
    return {
      label: title,
      words: isPreset ? 'snippet preset device' : 'snippet',
      kind: isPreset ? 'Preset' : 'Snippet',
      run(state, dispatch) {
        const doc = codecOf()?.open(content).doc
        if (doc) dispatch?.(insertPasted(state, doc))
        return doc !== undefined
      },
    }
  })
}
