import { Monitor, Smartphone } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'

/** Whether a preview is as wide as a phone or as the window. */
export type PreviewWidth = 'phone' | 'wide'

/** The buttons that set the width of a preview. */
export function PreviewWidths({
  width,
  onWidth,
}: {
  width: PreviewWidth
  onWidth: (width: PreviewWidth) => void
}) {
  const button = (value: PreviewWidth, label: string, Icon: typeof Monitor) => (
    <IconButton
      label={label}
      icon={<Icon />}
      aria-pressed={width === value}
      onClick={() => onWidth(value)}
    />
  )
  return (
    <>
      {button('phone', 'Phone', Smartphone)}
      {button('wide', 'Wide screen', Monitor)}
    </>
  )
}
