import type { CreatorInput } from './creator-state.ts'
export function PicturePanel(_props: {
  input: CreatorInput
  onInput: (change: (input: CreatorInput) => CreatorInput) => void
}) {
  return null
}
