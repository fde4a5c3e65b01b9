import { partTexts } from './part-texts.ts'
import { play } from './player.ts'

/** Does what a button in written text is for: it copies its value, or loads a player. */
export function pressTextButton(button: HTMLButtonElement): void {
  if (button.dataset.player) {
    play(button)
    return
  }
  const text = partTexts()
  const say = (words: string) => () => {
    button.textContent = words
  }
  navigator.clipboard.writeText(button.value).then(say(text('copied')), say(text('notCopied')))
}
