import { Plugin } from '@milkdown/kit/prose/state'
import { $prose } from '@milkdown/kit/utils'

/** Marks an empty editor, so that the stylesheet shows the placeholder. */
export const placeholderPlugin = $prose(
  () =>
    new Plugin({
      props: {
        attributes({ doc }): Record<string, string> {
          const only = doc.childCount === 1 ? doc.firstChild : null
          return only?.type.name === 'paragraph' && only.content.size === 0
            ? { 'data-empty': '' }
            : {}
        },
      },
    }),
)
