import { useEditor } from '@milkdown/react'
import { useEffect, useReducer, useState } from 'react'
import type { Opening } from '#domain/opening.ts'
import { directionOf } from '#domain/site/direction.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { useSiteLanguage } from '../shell/site-facts.ts'
import { EditorController } from './editor-controller.ts'
import type { RichTextEditorProps } from './rich-text-editor-props.ts'
import type { PanelKind } from './tools.ts'

/** The controller of the editor; new properties are passed to it. */
export function useController(
  props: Omit<RichTextEditorProps, 'label'>,
  options: {
    opening: Opening
    attributes: Record<string, string>
    onPanel: (panel: PanelKind) => void
    onSource: (markdown: string) => void
  },
): EditorController {
  const { value, onChange } = props
  const { attributes } = options
  const { subject } = useProfile()
  const language = useSiteLanguage()
  const [controller] = useState(
    () =>
      new EditorController({
        ...options,
        markdown: value,
        devices: subjectData[subject].devices,
      }),
  )
  const [emissions, countEmission] = useReducer((count: number) => count + 1, 0)
  controller.handlers = {
    ...props,
    onChange(markdown) {
      onChange(markdown)
      countEmission()
    },
  }
  // Marks of lists and bars of quotes stand where the page has them.
  controller.attributes = { ...attributes, dir: directionOf(language) }
  useEditor((root) => controller.create(root), [controller])

  // React may batch an emitted text with another one that replaces it; then `value` does not
  // change, but the document differs from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `emissions` changes when the document may differ from `value`
  useEffect(() => controller.accept(value), [controller, value, emissions])
  useEffect(() => () => controller.end(), [controller])
  // ProseMirror reads the attributes when the view updates.
  const look = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` changes when the attributes change
  useEffect(() => controller.refresh(), [controller, look])
  return controller
}
