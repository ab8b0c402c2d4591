@echo off
rem Starts Kamchatka by a double click on Windows.
title Kamchatka
cd /d "%~dp0"
where py >nul 2>nul
if errorlevel 1 (python run serve --open) else (py -3 run serve --open)
if errorlevel 1 pause
