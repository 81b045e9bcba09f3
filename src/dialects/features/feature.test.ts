import { testRegisterPages } from "./register.contract.ts";

testRegisterPages("claude");
