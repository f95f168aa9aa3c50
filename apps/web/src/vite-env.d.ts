/// <reference types="vite/client" />

// Icons are imported by file: the package's index would make each build read six thousand of them.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ReactNode, SVGProps } from 'react';

  const icon: (props: SVGProps<SVGSVGElement> & { size?: number }) => ReactNode;
  export default icon;
}
