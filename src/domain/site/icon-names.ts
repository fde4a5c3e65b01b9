/** The icons that a category of `site.yaml` can have. `src/ui/named-icons.ts` has their pictures. */
export const iconNames = [
  ...['tag', 'star', 'heart', 'flag', 'bookmark', 'book', 'newspaper', 'pen', 'message', 'megaphone'],
  ...['leaf', 'sprout', 'flower', 'tree', 'apple', 'carrot', 'cherry', 'wheat', 'bug', 'bird', 'cat', 'dog', 'fish'],
  ...['sun', 'moon', 'cloud', 'droplets', 'snowflake', 'flame', 'mountain', 'globe', 'map', 'compass'],
  ...['home', 'building', 'shop', 'cart', 'coffee', 'utensils', 'cake', 'wine', 'bed', 'shirt'],
  ...['hammer', 'wrench', 'shovel', 'scissors', 'ruler', 'paint', 'palette', 'camera', 'film', 'music', 'microphone'],
  ...['code', 'cpu', 'database', 'phone', 'wifi', 'shield', 'lock', 'key', 'bulb', 'rocket', 'gauge', 'sliders'],
  ...['bike', 'car', 'train', 'plane', 'ship', 'tent', 'dumbbell', 'trophy', 'gamepad', 'puzzle'],
  ...[
    'users',
    'baby',
    'school',
    'briefcase',
    'chart',
    'coins',
    'scale',
    'calendar',
    'clock',
    'list',
    'grid',
    'package',
  ],
  ...['stethoscope', 'pill', 'brain', 'microscope', 'atom', 'recycle', 'layers', 'wave', 'plug', 'cable'],
] as const

export type IconName = (typeof iconNames)[number]
