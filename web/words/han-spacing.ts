// A space where Han meets Latin letters or digits.

const han = /\p{Script=Han}/u;
const wide = /[\p{Script=Han}，。；：！？（）“”、…]/u;

export const after = (name: string): string => (wide.test(name.slice(-1)) ? name : `${name} `);
export const before = (name: string): string => (han.test(name.slice(0, 1)) ? name : ` ${name}`);
export const around = (name: string): string => before(after(name));
