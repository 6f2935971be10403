"use strict";
if (innerWidth < 1120) document.querySelector("nav details").open = false;
document.documentElement.dataset.figures = document.querySelectorAll("section.figure").length;
document.documentElement.dataset.plots = document.querySelectorAll("svg.figure").length;
