import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

export interface FieldPanelProps {
  /** The accessible name of the panel. */
  name: string
  /** The label of its field. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Why the value can't be used; empty when it can. */
  problem: string
  /** The text of its button, which does what Enter does in the field. */
  action: string
  onApply: () => void
  onLeave: () => void
  /** What further keys do in the field. */
  keys?: Record<string, () => void>
  isPending?: boolean
  /** Further attributes of the field. */
  field?: InputHTMLAttributes<HTMLInputElement>
  /** Further buttons. */
  buttons?: ReactNode
  /** What stands under the field. */
  children?: ReactNode
}

/** The panel of a tool that asks for one line: Enter applies it, Escape leaves. */
export function FieldPanel(props: FieldPanelProps) {
  const { name, label, value, onChange, problem, action, onApply, onLeave } = props
  const { keys = {}, isPending, field, buttons, children } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused is corrected in the field
  useEffect(() => input.current?.focus(), [problem])
  const act = (key: string, target: EventTarget): (() => void) | undefined => {
    if (key === 'Escape') return onLeave
    if (target !== input.current) return undefined
    return key === 'Enter' ? onApply : keys[key]
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form within the form of the screen is not allowed
    <div
      className="tool-line"
      role="group"
      aria-label={name}
      onKeyDown={(event) => {
        const handle = act(event.key, event.target)
        if (!handle) return
        handle()
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="panel-field"
        autoComplete="off"
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => onChange(target.value)}
        {...field}
      />
      <Button
        size="sm"
        variant="primary"
        pending={isPending}
        pendingText="Saving..."
        onClick={onApply}
      >
        {action}
      </Button>
      {buttons}
      {problem && (
        <p id={`${id}-problem`} className="basis-full text-danger" role="alert">
          {problem}
        </p>
      )}
      {children}
    </div>
  )
}
