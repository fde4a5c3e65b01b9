export { Home as default } from '../../../site/home/home.tsx'
