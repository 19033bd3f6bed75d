import { expect, it } from 'vitest';
import { withOwnIcons, withOwnShape } from './own-icons.ts';

it('gives a set of icons copies of its own', () => {
  const named = 'import Star from "/house/@ant-design/icons/es/icons/StarOutlined.js"; import { lazy } from "react";';
  expect(withOwnIcons(named)).toBe(
    'import Star from "/house/@ant-design/icons/es/icons/StarOutlined.js?own"; import { lazy } from "react";',
  );
  const icon =
    'import StarSvg from "@ant-design/icons-svg/es/asn/StarOutlined";\nimport AntdIcon from "../components/AntdIcon";';
  expect(withOwnShape(icon)).toBe(
    'import StarSvg from "@ant-design/icons-svg/es/asn/StarOutlined.js?own";\nimport AntdIcon from "../components/AntdIcon";',
  );
  expect(() => withOwnShape('import AntdIcon from "../components/AntdIcon";')).toThrow('own-icons');
});
