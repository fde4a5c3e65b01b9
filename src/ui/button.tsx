import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'

interface Look {
  variant?: 'primary' | 'outline' | 'ghost' | 'danger' | 'publish'
  size?: 'sm' | 'md'
  icon?: ReactNode
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** The action is running: the button is disabled and shows `pendingText` if given. */
  pending?: boolean
  pendingText?: string
  ref?: Ref<HTMLButtonElement>
}

/** A button with a pending state. `type` is "button" by default. */
export function Button({
  variant = 'outline',
  size = 'md',
  icon,
  pending = false,
  pendingText,
  disabled,
  className = '',
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${className}`}
      data-variant={variant}
      data-size={size}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending ? <span className="spinner" aria-hidden="true" /> : icon}
      {pending && pendingText ? pendingText : children}
    </button>
  )
}

/** A link styled as a button. */
export function LinkButton({
  variant = 'outline',
  size = 'md',
  icon,
  className = '',
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={`button ${className}`} data-variant={variant} data-size={size}>
      {icon}
      {children}
    </a>
  )
}

/** An icon button; `label` is its accessible name and, without a `title`, its tooltip. */
export function IconButton({
  label,
  icon,
  className = '',
  ...rest
}: {
  label: string
  icon: ReactNode
} & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      title={label}
      type="button"
      {...rest}
      className={`icon-button ${className}`}
      aria-label={label}
    >
      {icon}
    </button>
  )
}
